package dev.trainwright.input;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of both parsers: {@code JAZZER_FUZZ=1 mvn -pl core -am test -Dtest=TreesFuzz
 * -Dsurefire.failIfNoSpecifiedTests=false}. Its seeds and findings are also what {@link TreesMutationTest} starts from.
 */
class TreesFuzz {

    @FuzzTest(maxDuration = "2m")
    void onlyInputExceptionsComeOut(byte[] bytes) {
        TreesMutationTest.check(bytes);
    }
}

package dev.trainwright.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of dependency, between the modules and inside core. */
class DependencyRulesTest {
    /** Core's packages, lowest first: each may use only those before it. */
    private static final List<String> CORE = List.of(
            "quantity",
            "input",
            "spine",
            "workload",
            "cluster",
            "layout",
            "job",
            "calibration",
            "cost",
            "forecast",
            "drill",
            "plan");

    private static final String ROOT = "dev.trainwright.";
    private static final String[] ABOVE_CORE = Stream.of("app", "evidence", "train", "bench")
            .map(DependencyRulesTest::tree)
            .toArray(String[]::new);

    private static final DescribedPredicate<JavaAccess<?>> ASKS_THE_PROCESS = describe(
            "reads the environment or a property, or exits",
            call -> Set.of("getenv", "getProperty", "getProperties", "exit").contains(call.getName()));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.trainwright");

    @Test
    void everyPackageOfCoreHasItsPlaceInTheOrder() {
        assertThat(CLASSES)
                .filteredOn(resideOutsideOfPackages(ABOVE_CORE))
                .extracting(c -> c.getPackageName().substring(ROOT.length()).replaceFirst("\\..*", ""))
                .isNotEmpty()
                .isSubsetOf(CORE);
    }

    @Test
    void coreKnowsNeitherTheOtherModulesNorTheCommandLine() {
        noClasses()
                .that(resideInAnyPackage(trees(CORE)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(ABOVE_CORE).or(resideInAnyPackage("picocli..")))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    static IntStream lowerPackages() {
        return IntStream.range(0, CORE.size() - 1);
    }

    @ParameterizedTest
    @MethodSource("lowerPackages")
    void eachPackageOfCoreUsesOnlyThoseBeforeIt(int position) {
        noClasses()
                .that()
                .resideInAPackage(tree(CORE.get(position)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(trees(CORE.subList(position + 1, CORE.size())))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + "(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void coreLeavesTheConsoleAndTheProcessAlone() {
        noClasses()
                .that(resideInAnyPackage(trees(CORE)))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethodWhere(targetOwner(type(System.class)).and(ASKS_THE_PROCESS))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static String[] trees(List<String> packages) {
        return packages.stream().map(DependencyRulesTest::tree).toArray(String[]::new);
    }

    private static String tree(String name) {
        return ROOT + name + "..";
    }
}

package dev.trainwright.spine;

import java.util.Locale;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.special.Gamma;

/** Families of worker times, each fixed by its mean and its coefficient of variation (standard deviation / mean). */
public enum TimeDistribution {
    /** Symmetric noise; refused where it would often be negative. */
    NORMAL {
        @Override
        ContinuousDistribution create(double mean, double cv) {
            if (cv > 0.2) {
                throw new IllegalArgumentException("a normal distribution with a coefficient of variation of " + cv
                        + " would give negative times too often; use 0.2 or less, or lognormal");
            }
            return NormalDistribution.of(mean, cv * mean);
        }
    },
    /** Long right tail, as measured in shared clusters. */
    LOGNORMAL {
        @Override
        ContinuousDistribution create(double mean, double cv) {
            double variance = Math.log1p(cv * cv);
            return LogNormalDistribution.of(Math.log(mean) - variance / 2, Math.sqrt(variance));
        }
    },
    /** Its coefficient of variation is 1. */
    EXPONENTIAL {
        @Override
        ContinuousDistribution create(double mean, double cv) {
            if (cv != 1) {
                throw new IllegalArgumentException(
                        "an exponential distribution has a coefficient of variation of 1, not " + cv);
            }
            return ExponentialDistribution.of(mean);
        }
    },
    /** Between a fixed time and a heavy tail. */
    WEIBULL {
        @Override
        ContinuousDistribution create(double mean, double cv) {
            if (cv < 0.01 || cv > 10) {
                throw new IllegalArgumentException(
                        "a Weibull distribution is solved for coefficients of variation from 0.01 to 10, not " + cv);
            }
            double shape = new BrentSolver(1e-12).solve(1000, k -> weibullCv(k) - cv, 0.2, 200);
            return WeibullDistribution.of(shape, mean / Gamma.gamma(1 + 1 / shape));
        }
    };

    abstract ContinuousDistribution create(double meanSeconds, double cv);

    /** The member of this family with the given mean and coefficient of variation. */
    public ContinuousDistribution of(double meanSeconds, double cv) {
        Require.positive("the mean time", meanSeconds);
        Require.positive("the coefficient of variation", cv);
        return create(meanSeconds, cv);
    }

    /** The name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static double weibullCv(double shape) {
        double mean = Gamma.gamma(1 + 1 / shape);
        return Math.sqrt(Gamma.gamma(1 + 2 / shape) / (mean * mean) - 1);
    }
}

package dev.trainwright.evidence.fit;

import dev.trainwright.calibration.Calibration;
import java.util.Locale;

/** Writes calibrations as the files that {@code Calibrations} reads. */
public final class CalibrationYaml {
    private CalibrationYaml() {}

    /** The file of {@code c} for {@code accelerator}; figures to four digits. */
    public static String of(Calibration c, String accelerator) {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "id: %s", c.id());
        line(yaml, "family: %s", c.family());
        line(yaml, "accelerators: [%s]", accelerator);
        Calibration.Compute compute = c.compute();
        line(yaml, "compute:");
        number(yaml, "matmul", compute.matmul(), "");
        number(yaml, "halfRows", compute.halfRows(), "");
        number(yaml, "halfColumns", compute.halfColumns(), "");
        number(yaml, "halfDepth", compute.halfDepth(), "");
        number(yaml, "attention", compute.attention(), "");
        number(yaml, "attentionBackward", compute.attentionBackward(), "");
        number(yaml, "convolution", compute.convolution(), "");
        number(yaml, "memory", compute.memory(), "");
        number(yaml, "elementwiseTraffic", compute.elementwiseTraffic(), "");
        number(yaml, "kernel", compute.kernelSeconds() * 1e6, " us");
        number(yaml, "host", compute.hostSeconds() * 1e6, " us");
        number(yaml, "jitter", compute.jitter(), "");
        number(yaml, "step", compute.stepSeconds() * 1e3, " ms");
        Calibration.Network network = c.network();
        line(yaml, "network:");
        number(yaml, "intra", network.intra(), "");
        number(yaml, "inter", network.inter(), "");
        number(yaml, "call", network.callSeconds() * 1e6, " us");
        number(yaml, "transfer", network.transferSeconds() * 1e6, " us");
        number(yaml, "latencyFactor", network.latencyFactor(), "");
        number(yaml, "overlap", network.overlap(), "");
        number(yaml, "drag", network.drag(), "");
        line(yaml, "memory:");
        number(yaml, "context", c.memory().contextBytes() / 0x1p30, " GiB");
        number(yaml, "logitBytes", c.memory().logitBytes(), "");
        number(yaml, "slack", c.memory().slack(), "");
        engine(yaml, c.engine());
        residuals(yaml, c);
        line(yaml, "provenance: \"%s\"", c.provenance().text());
        line(yaml, "date: %s", c.provenance().date());
        line(yaml, "extrapolated: %s", c.provenance().extrapolated());
        return yaml.toString();
    }

    private static void engine(StringBuilder yaml, Calibration.Engine engine) {
        if (!engine.equals(Calibration.Engine.FUSED)) {
            line(yaml, "engine:");
            number(yaml, "convolutionBackward", engine.convolutionBackward(), "");
            number(yaml, "optimizerTraffic", engine.optimizerTraffic(), "");
            number(yaml, "lossTraffic", engine.lossTraffic(), "");
            number(yaml, "gradientCopies", engine.gradientCopies(), "");
            collectives(yaml, engine);
        }
    }

    private static void collectives(StringBuilder yaml, Calibration.Engine engine) {
        Calibration.Engine usual = Calibration.Engine.FUSED;
        if (engine.allGather() != usual.allGather()
                || engine.reduceScatter() != usual.reduceScatter()
                || engine.pointToPoint() != usual.pointToPoint()
                || engine.gathersAhead() != usual.gathersAhead()) {
            number(yaml, "allGather", engine.allGather(), "");
            number(yaml, "reduceScatter", engine.reduceScatter(), "");
            number(yaml, "pointToPoint", engine.pointToPoint(), "");
            line(yaml, "  gathersAhead: %s", engine.gathersAhead());
        }
    }

    private static void residuals(StringBuilder yaml, Calibration c) {
        Calibration.Residuals residuals = c.residuals();
        if (residuals != null) {
            line(yaml, "residuals:");
            number(yaml, "timeLow", residuals.timeLow(), "");
            number(yaml, "timeHigh", residuals.timeHigh(), "");
            number(yaml, "memoryLow", residuals.memoryLow(), "");
            number(yaml, "memoryHigh", residuals.memoryHigh(), "");
            line(yaml, "  rows: %d", residuals.rows());
        }
    }

    private static void number(StringBuilder yaml, String name, double value, String unit) {
        line(yaml, "  %s: %s%s", name, digits(value), unit);
    }

    /** Four significant digits, without exponent. */
    private static String digits(double value) {
        return new java.math.BigDecimal(value, new java.math.MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static void line(StringBuilder yaml, String format, Object... values) {
        yaml.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}

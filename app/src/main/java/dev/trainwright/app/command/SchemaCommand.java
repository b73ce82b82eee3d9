package dev.trainwright.app.command;

import dev.trainwright.cluster.Catalogue;
import dev.trainwright.input.ReferencePage;
import dev.trainwright.input.Schemas;
import dev.trainwright.input.Shape;
import dev.trainwright.job.Job;
import dev.trainwright.job.Jobs;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/** {@code trainwright schema}: what a job file may hold, for editors and for people. */
@Command(
        name = "schema",
        description = {
            "Prints the JSON Schema of the job file, with which editors complete and check it.",
            "Both forms come from the declarations that read the file."
        },
        footer = {"", "Example: trainwright schema > job.schema.json"})
public final class SchemaCommand implements Callable<Integer> {
    private static final DefaultIndenter LINE_FEEDS = new DefaultIndenter("  ", "\n");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--reference", description = "Print the reference page of the job file as Markdown instead.")
    private boolean reference;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Shape<Job> shape = Jobs.shape(Catalogue.builtIn());
        out.print(reference ? page(shape) : json(shape));
        return ExitCode.OK;
    }

    private static String json(Shape<Job> shape) {
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(LINE_FEEDS).withArrayIndenter(LINE_FEEDS);
        return JsonMapper.builder()
                        .defaultPrettyPrinter(printer)
                        .build()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(Schemas.of(shape))
                + "\n";
    }

    private static String page(Shape<Job> shape) {
        try (InputStream in = SchemaCommand.class.getResourceAsStream("job-file.md")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{units}\n", ReferencePage.units())
                    .replace("{keys}\n", ReferencePage.of(shape));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

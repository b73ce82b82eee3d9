package dev.trainwright.workload;

/**
 * Some parameters under one name.
 *
 * @param name as reports print it
 * @param count how many
 */
public record ParameterGroup(String name, long count) {}

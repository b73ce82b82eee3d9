package dev.trainwright.train.trainer;

/**
 * How a model does on data that it is not trained on.
 *
 * @param loss mean over everything that counted
 * @param accuracy share of targets to which the model gives the largest logit, NaN where they are numbers
 * @param counted tokens or samples that counted
 */
public record Evaluation(double loss, double accuracy, long counted) {
    /** e to the loss: between how many tokens the model is undecided. */
    public double perplexity() {
        return Math.exp(loss);
    }
}

package dev.trainwright.spine;

/**
 * What a job costs on a number of devices.
 *
 * @param hours wall-clock hours
 * @param deviceHours hours x devices
 * @param cost device-hours x price, in the currency of the price
 */
public record Bill(double hours, double deviceHours, double cost) {

    /**
     * The bill of a job that one device does in {@code hoursOnOne}.
     *
     * @param speedup of {@code devices} over one
     * @param pricePerDeviceHour price of one device for one hour
     */
    public static Bill of(double hoursOnOne, double speedup, long devices, double pricePerDeviceHour) {
        Require.atLeast("the number of devices", 1, devices);
        Require.notNegative("the price", pricePerDeviceHour);
        double hours = hours(hoursOnOne, speedup);
        return new Bill(hours, hours * devices, hours * devices * pricePerDeviceHour);
    }

    /** Speedup divides the hours of one device. */
    public static double hours(double hoursOnOne, double speedup) {
        Require.positive("the hours on one device", hoursOnOne);
        Require.positive("the speedup", speedup);
        return hoursOnOne / speedup;
    }
}

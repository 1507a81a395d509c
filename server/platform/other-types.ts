/**
 * The vehicle type stored for a notification that sums up those without one of their own. A price list's own type of this name
 * never gets one, so the name is not taken.
 */
export const OTHER_TYPES = 'Остальные типы'

/** A notification's vehicle type as clients filter reports by it: '' for any. */
export const vehicleFilter = (storedType: string): string => (storedType === OTHER_TYPES ? '' : storedType)

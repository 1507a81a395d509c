/**
 * Vehicle type stored for a notification that summarises several types. A type of this name in a price list never gets
 * its own notification, so the name is unambiguous.
 */
export const OTHER_TYPES = 'Остальные типы'

/** Returns the vehicle type by which clients filter a notification's report; '' for any. */
export const vehicleFilter = (storedType: string): string => (storedType === OTHER_TYPES ? '' : storedType)

/**
 * Vehicle type stored for a notification that summarises those without one of their own. A price list's own type of
 * this name never gets such a notification, so the name is free.
 */
export const OTHER_TYPES = 'Остальные типы'

/** Returns the vehicle type by which clients filter reports: '' for any. */
export const vehicleFilter = (storedType: string): string => (storedType === OTHER_TYPES ? '' : storedType)

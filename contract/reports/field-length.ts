/** Longest field of a price list, and longest value of a filter, in characters. */
export const MAX_FIELD_LENGTH = 500

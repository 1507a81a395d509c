/** The city of prices whose price list names none. */
export const NO_CITY = 'Не указан'

/** Name of the city for prices whose price list names none. */
export const NO_CITY = 'Не указан'

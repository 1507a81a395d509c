/** Label of the option for all cities. */
export const ALL_CITIES = 'Все города'

/** Label of the choice without a city. */
export const ALL_CITIES = 'Все города'

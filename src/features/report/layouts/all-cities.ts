/** How the choice of no city is called. */
export const ALL_CITIES = 'Все города'

import type { Report } from '../../../contract/reports/reports.ts'

/** Returns whether a report needs a selected city, because its prices are proposed for a city (specification 10.8). */
export const needsCity = ({ layout }: Pick<Report, 'layout'>): boolean => layout === 'proposals'

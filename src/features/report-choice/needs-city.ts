import type { Report } from '../../../contract/reports/reports.ts'

/** Prices are proposed for a city (specification 10.8), of which one is always chosen there. */
export const needsCity = ({ layout }: Pick<Report, 'layout'>): boolean => layout === 'proposals'

import type { Column } from '../../../../contract/reports/columns.ts'
import {
  type HeaderSpan,
  headerSpans,
  placeTitle,
  splitSpans,
} from '../../../../src/features/grid/header-spans.ts'

/** Groups the columns of a city, site or warehouse under one header, for tables with a single row of headers above. */
export const placeGroups = (columns: readonly Column[], breaks: readonly number[] = []): HeaderSpan[] =>
  splitSpans(
    headerSpans(columns, ({ group }) => [placeTitle(group) || 'Товар']),
    breaks,
  )

import type { Column } from '../../../../contract/columns.ts'
import {
  type HeaderSpan,
  headerSpans,
  placeTitle,
  splitSpans,
} from '../../../../src/reports/table/header-spans.ts'

/** Groups the columns of a place under one header, for tables with a single header row above. */
export const placeGroups = (columns: readonly Column[], breaks: readonly number[] = []): HeaderSpan[] =>
  splitSpans(
    headerSpans(columns, ({ group }) => [placeTitle(group) || 'Товар']),
    breaks,
  )

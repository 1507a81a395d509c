import type { Column } from '../../../../contract/columns.ts'
import { type HeaderSpan, headerSpans, placeTitle } from '../../../../src/reports/table/header-spans.ts'

/** Columns of one place under one header, as tables with one upper row have it. */
export const placeGroups = (columns: readonly Column[], breaks: readonly number[] = []): HeaderSpan[] =>
  headerSpans(columns, ({ group }) => [placeTitle(group) || 'Товар'], new Set(breaks))

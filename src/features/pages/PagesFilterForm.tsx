import { hostName } from '../../../contract/lib/host-name.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { FilterForm } from '../cabinet/FilterForm.tsx'
import type { PagesFilter } from './page-list-query.ts'
import { PAGE_STATE_WORDS } from './track/page-text.ts'

interface PagesFilterFormProps {
  filter: PagesFilter
  /** suggestions for the field with the site */
  sites: readonly string[]
  onChoose(filter: PagesFilter): void
}

const NO_FILTER: PagesFilter = { state: '', site: '' }
const LONGEST_SITE = 300

/** Form with the filters of the tracked pages. */
export function PagesFilterForm({ filter, sites, onChoose }: PagesFilterFormProps) {
  return (
    <FilterForm
      label="Отбор страниц"
      className="pages-filter"
      filters={filter}
      none={NO_FILTER}
      tidy={({ state, site }) => ({ state, site: hostName(site) })}
      onChoose={onChoose}
    >
      <SelectField
        name="state"
        label="Состояние"
        none="Все"
        options={Object.entries(PAGE_STATE_WORDS).map(([value, name]) => ({ value, name }))}
      />
      <TextField
        name="site"
        label="Сайт"
        type="search"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="shop.ru"
        maxLength={LONGEST_SITE}
        suggestions={sites}
      />
    </FilterForm>
  )
}

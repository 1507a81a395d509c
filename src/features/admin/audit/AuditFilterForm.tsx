import { AUDIT_EVENTS } from '../../../../contract/account/audit-log.ts'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { FilterForm } from '../../cabinet/FilterForm.tsx'
import type { AuditFilter } from './audit-queries.ts'

interface AuditFilterFormProps {
  filter: AuditFilter
  onChoose(filter: AuditFilter): void
}

const NOTHING: AuditFilter = { event: '', text: '', from: '', to: '' }

/** Form with the filters of the audit log. */
export function AuditFilterForm({ filter, onChoose }: AuditFilterFormProps) {
  return (
    <FilterForm
      label="Отбор записей"
      className="audit-filter"
      filters={filter}
      none={NOTHING}
      onChoose={onChoose}
    >
      <SelectField
        name="event"
        label="Событие"
        none="Все"
        options={Object.entries(AUDIT_EVENTS).map(([value, name]) => ({ value, name }))}
      />
      <TextField name="text" label="Имя или подробности" type="search" maxLength={100} autoComplete="off" />
      <TextField name="from" label="С дня" type="date" />
      <TextField name="to" label="По день" type="date" />
    </FilterForm>
  )
}

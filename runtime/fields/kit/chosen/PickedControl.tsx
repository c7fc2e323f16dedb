import type { Row } from '#runtime/data/list-source.ts'
import { ellipsis } from '#runtime/kernel/text.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import type { ControlProps } from '../../contract.ts'
import { dictTextKey } from '../choice/dict-text.ts'
import { joinValues, splitValues } from '../choice/multi.ts'
import { PickerModal } from '../picker/lazy-modal.ts'
import { PickerInput } from '../picker/PickerInput.tsx'
import type { Returns } from '../picker/plan.ts'
import { ReadOnlyText } from '../text/ReadOnlyText.tsx'
import type { ChosenSettings } from './chosen-value.ts'
import { useTexts } from './texts.ts'

export interface PickedSettings extends ChosenSettings {
  idField?: string
}

const cut = 25
const columnOf = (rows: readonly Row[], key: string): string | null =>
  joinValues(rows.map((row) => String(row[key] ?? '')))

interface Props extends ControlProps<string, PickedSettings> {
  /** The picker's short name, and the dictionary of its texts. */
  code: string
  dictCode: string
  /** Further keys that the picked records fill; with none, that they empty. */
  fill?(rows: readonly Row[]): Record<string, unknown>
}

/** Shows texts, keeps keys; a picker of the house chooses. */
export function PickedControl({ code, dictCode, fill = () => ({}), ...props }: Props) {
  const { value, onChange, patch, field, readOnly, onType, autoFocus } = props
  const text = useTexts(props as ControlProps<string>, dictCode)
  const set = (next: string | null, texts: string | null, ids: string | null, rows: readonly Row[]) => {
    onChange(next)
    patch({ [dictTextKey(field.key)]: texts, ...(field.idField && { [field.idField]: ids }), ...fill(rows) })
  }
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <PickerInput
      {...props}
      field={field as FieldOf<PickedSettings>}
      text={ellipsis(text, cut)}
      hint={text}
      opensAtOnce={onType !== undefined && autoFocus === true}
      onClear={() => set(null, null, null, [])}
      dialog={(close) => (
        <PickerModal
          code={code}
          many={field.multi === true}
          picked={splitValues(value)}
          title={titleOf(field)}
          onClose={close}
          onPick={(rows: Row[], returns: Returns) => {
            close()
            const texts = rows.map((row) => String(row[returns.text] ?? '').replaceAll(',', '，')).join(',')
            set(columnOf(rows, returns.value), texts, columnOf(rows, returns.id), rows)
          }}
        />
      )}
    />
  )
}

import { ellipsis } from '#runtime/kernel/text.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ControlProps } from '../contract.ts'
import { dictTextKey } from '../kit/choice/dict-text.ts'
import { joinValues, splitValues } from '../kit/choice/multi.ts'
import { PickerInput } from '../kit/picker/PickerInput.tsx'
import type { ReferenceSettings } from '../kit/reference/reference-value.ts'
import { useReferenceTexts } from '../kit/reference/useReferenceTexts.ts'
import { ReadOnlyText } from '../kit/text/ReadOnlyText.tsx'
import { selDepartDict } from './values.ts'

const DepartModal = lazyPart(async () => (await import('./DepartModal.tsx')).DepartModal)
const MAX_TEXT = 25

export function SelDepartControl(props: ControlProps<string, ReferenceSettings>) {
  const { value, onChange, patch, field, readOnly, onType, autoFocus } = props
  const dictCode = field.dictCode ?? selDepartDict
  const text = useReferenceTexts(props as ControlProps<string>, dictCode)
  const set = (next: string | null, texts: string | null) => {
    onChange(next)
    patch({ [dictTextKey(field.key)]: texts })
  }
  if (readOnly) return <ReadOnlyText {...props} text={text} />
  return (
    <PickerInput
      {...props}
      text={ellipsis(text, MAX_TEXT)}
      hint={text}
      opensAtOnce={onType !== undefined && autoFocus === true}
      onClear={() => set(null, null)}
      dialog={(close) => (
        <DepartModal
          dictCode={dictCode}
          isMulti={field.multi === true}
          selected={splitValues(value)}
          onClose={close}
          onSelect={(values, titles) => {
            close()
            set(joinValues(values), titles.join(','))
          }}
        />
      )}
    />
  )
}

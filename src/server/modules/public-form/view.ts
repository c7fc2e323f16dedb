import { asText, listObjectEntries } from '#runtime/kernel/json.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { findPublicControl } from '#runtime/schema/kinds/screen/public/control.ts'
import type { PublicField, PublicFormView } from '#runtime/schema/kinds/screen/public/view.ts'
import type { Field } from '#runtime/schema/types.ts'
import { openEnv } from '../../records/caller.ts'
import type { RecordServices } from '../../records/services.ts'
import type { OpenForm } from './open-form.ts'

/** The most choices that a page offers. */
const MAX_CHOICES = 500

async function listChoices(services: RecordServices, field: Field): Promise<PublicField['choices']> {
  const { options, dictCode } = field
  if (options !== undefined)
    return listObjectEntries(options).flatMap(([, { value, text, label, title, disabled }]) =>
      disabled === true
        ? []
        : [{ value: value as string | number, text: asText(text ?? label ?? title) ?? String(value) }],
    )
  const items = await services.dictionaries.items(String(dictCode), {
    limit: MAX_CHOICES,
    onlyEnabled: true,
  })
  return items.map(({ value, text }) => ({ value, text }))
}

/** The part of a field that its page needs, and nothing else of it. */
async function viewField(
  services: RecordServices,
  { resource }: OpenForm,
  field: Field,
  value: unknown,
): Promise<PublicField[]> {
  const type = resource.types.get(field.type)
  const control = type && findPublicControl(type)
  if (!control) return []
  const { key, help, placeholder, showIf, requireIf, validateRules = [] } = field
  const column = type.column(field)
  const length = column?.type === 'varchar' ? column.length : field.length
  const isText = control === 'line' || control === 'lines'
  const hint = (typeof field.form === 'object' ? field.form.placeholder : undefined) ?? placeholder
  return [
    {
      key,
      title: getTitle(field),
      control,
      isRequired: validateRules.some((rule) => rule.required === true && rule.level !== 'warning'),
      ...(help !== undefined && { help }),
      ...(hint !== undefined && { placeholder: hint }),
      ...(isText && length !== undefined && { maxLength: length }),
      ...(type.holdsChoices && { choices: await listChoices(services, field) }),
      ...(value !== null && value !== undefined && { value }),
      ...(showIf !== undefined && { showIf }),
      ...(requireIf !== undefined && { requireIf }),
    },
  ]
}

/** The fields of the form in the order of the form, with their default values. */
export async function viewFields(services: RecordServices, open: OpenForm): Promise<PublicField[]> {
  const { resource, form, caller } = open
  const blank = newRecord(resource.screen, await openEnv(caller, resource, 'add'), {})
  const fields: PublicField[] = []
  for (const key of form.fields) {
    const field = resource.screen.fields.find((entry) => entry.key === key)
    if (field) fields.push(...(await viewField(services, open, field, blank[key])))
  }
  return fields
}

/** What everyone may know of the form, open or not. */
export const viewHead = (
  { resource, form }: OpenForm,
  state: PublicFormView['state'],
): Omit<PublicFormView, 'fields'> => ({
  title: form.title ?? resource.screen.title,
  ...(form.intro !== undefined && { intro: form.intro }),
  ...(form.opens !== undefined && { opens: form.opens }),
  ...(form.closes !== undefined && { closes: form.closes }),
  state,
})

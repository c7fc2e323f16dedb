// The texts of a new field type: a type that holds plain text, in the three files of its family.
import { addImport } from './generate/import-lines.ts'

/** The word of a type: letters, digits, underscores. */
export const isTypeWord = (word: string): boolean => /^[a-z][A-Za-z0-9]*(_[a-z0-9]+)*$/.test(word)
/** The name of a family is the name of its folder. */
export const isFamilyName = (family: string): boolean => /^[a-z][a-z0-9]*$/.test(family) && family !== 'kit'

const toCamelCase = (word: string): string =>
  word.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** An edit of a file: imports, a block before the family's record, and an entry at the end of this record. */
interface Edit {
  file: string
  imports: readonly (readonly [name: string, module: string, isType?: 'type'])[]
  /** The beginning of the line of the record. */
  record: string
  block: string
  entry: string
}

/** The type of the settings of a family's types, by their words. */
const familyType = (family: string): string => `${family.charAt(0).toUpperCase()}${family.slice(1)}Family`

const valuesBlock = (word: string, camel: string, family: string) => `/** Plain text. */
export const ${camel}Value = textValue<${familyType(family)}['${word}']>('${word}', 200)

`

const viewsBlock = (
  word: string,
  camel: string,
) => `export const ${camel}Type = defineFieldType(${camel}Value, {
  Control: (props: ControlProps<string>) =>
    props.readOnly ? (
      <ReadOnlyText {...props} text={props.value ?? ''} />
    ) : (
      <Input
        {...inputProps(props)}
        value={props.value ?? ''}
        disabled={props.disabled}
        placeholder={props.placeholder ?? props.field.placeholder}
        autoFocus={props.autoFocus}
        size={props.size}
        onBlur={props.onBlur}
        onChange={(event) => props.onChange(event.target.value || null)}
      />
    ),
  QueryControl: TextQuery,
  designer: {
    label: '${word}',
    group: 'other',
    icon: 'edit',
    sample: { key: 'fnew', title: '新类型', type: '${word}' },
  },
})

`

/** The edits that add a type to a family: at most three files. */
function typeEdits(word: string, family: string): Edit[] {
  const camel = toCamelCase(word)
  const at = (name: string) => `runtime/fields/${family}/${name}`
  return [
    {
      file: at('values.ts'),
      imports: [
        ['textValue', '../kit/text/text-value.ts'],
        [familyType(family), './settings.ts', 'type'],
      ],
      record: `export const ${family}Values = {`,
      block: valuesBlock(word, camel, family),
      entry: `  ${word}: ${camel}Value,\n`,
    },
    {
      file: at('settings.ts'),
      imports: [['fieldType', '#runtime/schema/language/property.ts']],
      record: `export const ${family}FamilySettings = {`,
      block: '',
      entry: `  ${word}: { type: fieldType('${word}', '${word}', '新类型') },\n`,
    },
    {
      file: at('views.tsx'),
      imports: [
        ['Input', 'antd'],
        ['ControlProps', '../../contract/contract.ts', 'type'],
        ['inputProps', '../kit/aria.ts'],
        ['defineFieldType', '../kit/define-field-type.ts'],
        ['ReadOnlyText', '../kit/text/ReadOnlyText.tsx'],
        ['TextQuery', '../kit/text/TextQuery.tsx'],
        [`${camel}Value`, './values.ts'],
      ],
      record: `export const ${family}Types = {`,
      block: viewsBlock(word, camel),
      entry: `  ${word}: ${camel}Type,\n`,
    },
  ]
}

/** The files of a family without types. */
export const emptyFamily = (family: string): Record<string, string> => ({
  [`runtime/fields/${family}/values.ts`]: `import type { AnyFieldValue } from '#runtime/schema/field-value.ts'

export const ${family}Values = {
} satisfies Record<string, AnyFieldValue>
`,
  [`runtime/fields/${family}/settings.ts`]: `import { type FamilySettings } from '#runtime/schema/language/property.ts'

export const ${family}FamilySettings = {
}

/** The settings of each type of the family, by its word. */
export type ${familyType(family)} = FamilySettings<typeof ${family}FamilySettings>
`,
  [`runtime/fields/${family}/views.tsx`]: `import type { AnyFieldType } from '../../contract/contract.ts'
import { type ${family}Values } from './values.ts'

export const ${family}Types = {
} satisfies Record<keyof typeof ${family}Values, AnyFieldType>
`,
})

/** The edits that add a family to the lists: in each list its import and its entry. */
function familyEdits(family: string): Edit[] {
  const list = (file: string, name: string, module: string, record: string): Edit => ({
    file: `runtime/fields/${file}`,
    imports: [[name, `./${family}/${module}`]],
    record,
    block: '',
    entry: `  ...${name},\n`,
  })
  return [
    list('values.ts', `${family}Values`, 'values.ts', 'export const values = {'),
    list(
      'settings.ts',
      `${family}FamilySettings`,
      'settings.ts',
      'export const fieldSettings = Object.freeze({',
    ),
    list('index.ts', `${family}Types`, 'views.tsx', 'const types = {'),
  ]
}

export const listEdits = (word: string, family: string, isNewFamily: boolean): Edit[] => [
  ...typeEdits(word, family),
  ...(isNewFamily ? familyEdits(family) : []),
]

/** Whether the value half of a family has the type. */
export const hasType = (values: string, word: string): boolean =>
  values.includes(`\n  ${word}: ${toCamelCase(word)}Value,\n`)

/** The end of the record: its first line that begins with a brace. */
function recordEnd(source: string, record: string): number {
  const start = source.indexOf(`${record}\n`)
  if (start < 0) throw new Error(`there is no line ${record}`)
  return source.indexOf('\n}', start) + 1
}

export function applyEdit(source: string, { imports, record, block, entry }: Edit): string {
  const end = recordEnd(source, record)
  const start = source.indexOf(`${record}\n`)
  // The comment of the record stays with it.
  const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(source.slice(0, start))
  const before = comment ? comment.index : start
  const edited = source.slice(0, before) + block + source.slice(before, end) + entry + source.slice(end)
  return imports.reduce(
    (text, [name, module, type]) => addImport(text, name, module, type === 'type'),
    edited,
  )
}

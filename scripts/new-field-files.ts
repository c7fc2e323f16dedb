// What `npm run new:field` writes: the folder of a type, and a line in each list that knows all types.

/** A type's word is its folder's name: letters, digits, underscores. */
export const isWord = (word: string): boolean => /^[a-z][A-Za-z0-9]*(_[a-z0-9]+)*$/.test(word)

const camelOf = (word: string): string =>
  word.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
const pascalOf = (word: string): string => camelOf(word).replace(/^./, (letter) => letter.toUpperCase())

/** The folder: a type that holds plain text, to be made into what it shall be. */
export function filesOf(word: string): Record<string, string> {
  const camel = camelOf(word)
  const pascal = pascalOf(word)
  const at = (name: string) => `runtime/fields/${word}/${name}`
  return {
    [at('settings.ts')]: `/** What a field of this type may say besides the common words. */
export const ${camel}Settings = {}
`,
    [at('value.ts')]: `import { textValue } from '../parts/text-value.ts'

export const ${camel}Value = textValue('${word}', 200)
`,
    [at('Cell.tsx')]: `import type { CellProps } from '../contract.ts'
import { TextCell } from '../parts/TextCell.tsx'

export const ${pascal}Cell = ({ value, field, text }: CellProps<string>) =>
  value === null ? null : <TextCell text={text ?? value} field={field} />
`,
    [at('Control.tsx')]: `import { Input } from 'antd'
import type { ControlProps } from '../contract.ts'
import { inputProps } from '../parts/aria.ts'
import { ReadOnlyText } from '../parts/ReadOnlyText.tsx'

export function ${pascal}Control(props: ControlProps<string>) {
  const { value, onChange, disabled, readOnly, placeholder, field, autoFocus, size, onBlur } = props
  if (readOnly) return <ReadOnlyText {...props} text={value ?? ''} />
  return (
    <Input
      {...inputProps(props)}
      value={value ?? ''}
      disabled={disabled}
      placeholder={placeholder ?? field.placeholder}
      autoFocus={autoFocus}
      size={size}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
`,
    [at('index.tsx')]: `import type { FieldType } from '../contract.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { ${pascal}Cell } from './Cell.tsx'
import { ${pascal}Control } from './Control.tsx'
import { ${camel}Value } from './value.ts'

export const ${camel}Type: FieldType<string> = {
  ...${camel}Value,
  Cell: ${pascal}Cell,
  Control: ${pascal}Control,
  QueryControl: TextQuery,
  designer: {
    label: '${word}',
    group: 'other',
    icon: 'edit',
    sample: { key: 'fnew', title: '新类型', type: '${word}' },
  },
}
`,
  }
}

/** A line that comes to stand right before what `before` finds. */
interface Edit {
  file: string
  line: string
  before: RegExp
}

/** The lists that know every type: both halves and what documents may say, the words' texts, the tests' values. */
export function editsOf(word: string): Edit[] {
  const camel = camelOf(word)
  const entry = (half: string) => `  ${word}: ${camel}${half},\n`
  const lists = [
    { file: 'runtime/fields/values.ts', half: 'Value', module: 'value.ts' },
    { file: 'runtime/fields/settings.ts', half: 'Settings', module: 'settings.ts' },
    { file: 'runtime/fields/index.ts', half: 'Type', module: 'index.tsx' },
  ]
  return [
    ...lists.flatMap(({ file, half, module }) => [
      {
        file,
        line: `import { ${camel}${half} } from './${word}/${module}'\n`,
        before: /import \{ table\w+ \} from '\.\/table\//,
      },
      { file, line: entry(half), before: / {2}table: table\w+,\n/ },
    ]),
    {
      file: 'runtime/schema/language/words/types.ts',
      line: `  '${word}.type': ['${word}', '新类型', '"${word}"'],\n`,
      before: / {2}'table\.type': /,
    },
    {
      file: 'tests/contract/field-samples.ts',
      line: `  ${word}: () => text,\n`,
      before: / {2}textarea: \(\) => text,\n/,
    },
    {
      file: 'tests/contract/excel.test.ts',
      line: `    ${word}: { cells: text },\n`,
      before: / {4}input_pop: \{ cells: text \},\n/,
    },
  ]
}

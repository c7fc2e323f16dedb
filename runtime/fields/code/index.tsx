import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { TextQuery } from '../parts/TextQuery.tsx'
import { CodeCell } from './Cell.tsx'
import type { CodeSettings } from './Control.tsx'
import { codeValue } from './value.ts'

export const codeType: FieldType<string, CodeSettings> = {
  ...codeValue,
  Cell: CodeCell,
  Control: lazyControl<ControlProps<string, CodeSettings>>(
    async () => (await import('./Control.tsx')).CodeControl,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '代码',
    group: 'rich',
    icon: 'code',
    sample: { key: 'fcode', title: '代码', type: 'code', language: 'sql', span: 2 },
  },
}

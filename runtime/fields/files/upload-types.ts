import type { ComponentType } from 'react'
import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { CellProps, ControlProps, FieldType } from '../../contract/contract.ts'
import type { FilesV } from '../kit/files/paths.ts'
import { FilesCell } from './FilesCell.tsx'

type UploadViews = Pick<
  FieldType<FilesV, FileSettings>,
  'Cell' | 'Control' | 'CellEditor' | 'isDrawn' | 'emptyCell'
>
type Load = () => Promise<ComponentType<ControlProps<FilesV, FileSettings>>>

/** The views of types that hold uploaded files; upload code is loaded on demand. */
export const uploadViews = (
  Cell: ComponentType<CellProps<FilesV, FileSettings>>,
  control: Load,
  cellEditor: Load,
): UploadViews => ({
  Cell,
  Control: lazyControl(control),
  CellEditor: lazyControl(cellEditor),
  isDrawn: true,
  emptyCell: '+',
})

export const fileViews = uploadViews(
  FilesCell,
  async () => (await import('./FilesControl.tsx')).FilesControl,
  async () => (await import('./cell-editors.tsx')).FilesCellEditor,
)

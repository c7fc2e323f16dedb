import type { PanelDocument } from './kinds/panel/shape.ts'
import type { PrintDocument } from './kinds/print/shape.ts'
import type { DictDocument, FormDocument, PickerDocument, StoredReport, StoredScreen } from './types.ts'

export type Document =
  | StoredScreen
  | DictDocument
  | PickerDocument
  | StoredReport
  | FormDocument
  | PanelDocument
  | PrintDocument

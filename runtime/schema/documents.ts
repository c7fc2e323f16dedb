export type { Document } from './kinds/index.ts'

// What reads a pasted sheet, in a chunk of its own that is loaded when something is pasted.
export { guessFields } from './guess-fields.ts'
export { readSheet } from './read-sheet.ts'
export { SheetPreview } from './SheetPreview.tsx'

import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@uiw/react-codemirror'
import type { Language } from './languages.ts'

const stream = (parser: StreamParser<unknown>): Extension => StreamLanguage.define(parser)

/** Each grammar is a chunk of its own, loaded when its language is selected. */
export const grammars: Readonly<Record<Language, () => Promise<Extension>>> = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  objectivec: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).objectiveC),
  python: async () => (await import('@codemirror/lang-python')).python(),
  r: async () => stream((await import('@codemirror/legacy-modes/mode/r')).r),
  shell: async () => stream((await import('@codemirror/legacy-modes/mode/shell')).shell),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  swift: async () => stream((await import('@codemirror/legacy-modes/mode/swift')).swift),
  vue: async () => (await import('@codemirror/lang-vue')).vue(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
}

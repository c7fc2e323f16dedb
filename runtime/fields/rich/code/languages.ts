/** The language names of documents with the names that users select by. */
export const languages = {
  css: 'CSS',
  javascript: 'Javascript',
  xml: 'XML',
  html: 'HTML',
  java: 'Java',
  objectivec: 'Objective-C',
  python: 'Python',
  r: 'R',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  vue: 'Vue',
  markdown: 'Markdown',
} as const

export type Language = keyof typeof languages

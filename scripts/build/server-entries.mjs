// The programs of the server by the names of their built files in dist/server. It imports nothing: commands start with it.

/** The threads that check documents, read workbooks and draw PDF files. */
export const threadEntries = {
  'document-checker.js': 'src/server/documents/checker-thread.ts',
  'excel-reader.js': 'src/server/records/excel/workbook/reader-thread.ts',
  'pdf-drawer.js': 'src/server/records/print/pdf-thread.ts',
}

/** The commands of operators, which images run without the sources. */
export const commandEntries = {
  'doctor.js': 'src/server/doctor.ts',
  'backup.js': 'scripts/backup/commands.ts',
  'audit.js': 'scripts/audit.ts',
  'documents.js': 'scripts/documents/documents.ts',
}

// The commands over documents; exit code 0 clean, 1 problems, 2 wrong use.
import { runDocuments } from './document-commands.ts'

process.exitCode = await runDocuments(process.argv.slice(2))

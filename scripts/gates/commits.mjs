// The commit gate: subjects follow Conventional Commits (type, optional scope, at most 72 characters, imperative).
// History before FIRST_CHECKED was written before this rule. The tests of this gate pass another repository as the argument.
import { execFileSync } from 'node:child_process'
import { root } from '../run.mjs'

const FIRST_CHECKED = '2026-11-22T10:40:00Z'
const MAX_SUBJECT = 72
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']

const form = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: (.+)$`)

/** The first fault of a subject, or null. */
function findFault(subject) {
  if (subject.length > MAX_SUBJECT)
    return `has ${subject.length} characters, at most ${MAX_SUBJECT} are allowed`
  const text = form.exec(subject)?.[3]
  if (!text) return `should read "type(scope): text" with a type of ${TYPES.join(', ')}`
  if (/^[A-Z][a-z]/.test(text)) return 'should begin with a small letter after the colon'
  if (text.endsWith('.')) return 'should not end with a full stop'
  if (
    /^(\w+ed|\w+ing|adds|fixes|makes|moves|removes|uses|gives|lets)\b/.test(text) &&
    !/^(need|feed|speed|bring|ring)/.test(text)
  )
    return 'should be in the imperative: "add", not "adds", "added" or "adding"'
  return null
}

const home = process.argv[2] ?? root
const log = execFileSync(
  'git',
  ['log', '--no-merges', `--since=${process.argv[3] ?? FIRST_CHECKED}`, '--format=%h%x09%s'],
  { cwd: home, encoding: 'utf8' },
)
const commits = log
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))
const faulty = commits.flatMap(([hash, subject]) => {
  const fault = findFault(subject)
  return fault ? [`${hash} "${subject}" ${fault}`] : []
})
for (const line of faulty) console.error(line)
console.log(`  ${commits.length} commits, ${faulty.length} faults`)
process.exit(faulty.length === 0 ? 0 : 1)

import { content } from './app/content.ts'
import { startServer } from './app/start.ts'
import type { FirstPassword } from './modules/session/seed.ts'
import { readConfig } from './platform/config.ts'
import { StartError } from './platform/store/binaries.ts'

// Days begin at Beijing's midnight, wherever the machine stands.
process.env.TZ = 'Asia/Shanghai'

const source: Record<string, string> = {
  admin: 'ADMIN_PASSWORD',
  clerk: 'DEMO_PASSWORD',
  reader: 'DEMO_PASSWORD',
}

const passwordLine = ({ username, password, given }: FirstPassword): string =>
  `password ${username} ${given ? `as given by ${source[username]}` : password}`

function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

try {
  const starting = startServer(readConfig(process.env), content, (first) => console.log(passwordLine(first)))
  let asked = false
  const stop = (): void => {
    // Asked again, or asked before we are ready: what was started is stopped as soon as that is possible.
    if (asked) return
    asked = true
    starting
      .then((running) => running.stop())
      .then(() => process.exit(0))
      .catch(fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const { address } = await starting
  if (!asked) console.log(`ready ${address}`)
} catch (error) {
  fail(error)
}

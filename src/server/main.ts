import { startServer } from './app/start.ts'
import type { FirstPassword } from './modules/session/seed.ts'
import { readConfig } from './platform/config.ts'
import { describeError } from './platform/log.ts'
import { StartError } from './platform/store/embedded/binaries.ts'

// Days begin at midnight in Beijing, whatever the time zone of the machine.
process.env.TZ = 'Asia/Shanghai'

const source: Record<string, string> = {
  admin: 'ADMIN_PASSWORD',
  clerk: 'DEMO_PASSWORD',
  reader: 'DEMO_PASSWORD',
}

const passwordLine = ({ username, password, isConfigured }: FirstPassword): string =>
  `password ${username} ${isConfigured ? `as given by ${source[username]}` : password}`

function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : describeError(error))
  process.exit(1)
}

try {
  const loading = import('./app/application.ts').then(({ application }) => application)
  const starting = startServer(readConfig(process.env), loading, (first) => console.log(passwordLine(first)))
  let isStopping = false
  const stop = (): void => {
    // A signal during the start stops the server as soon as it is ready; a second signal changes nothing.
    if (isStopping) return
    isStopping = true
    starting
      .then((running) => running.stop())
      .then(() => process.exit(0))
      .catch(fail)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const { address, outdated } = await starting
  if (!isStopping) console.log(`ready ${address}`)
  fail(await outdated)
} catch (error) {
  fail(error)
}

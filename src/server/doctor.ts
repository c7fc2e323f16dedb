import { runDoctor } from './app/doctor/command.ts'

// As the server: the settings of a session have its time zone.
process.env.TZ = 'Asia/Shanghai'
const write = (line: string): void => void process.stdout.write(`${line}\n`)
process.exitCode = await runDoctor(process.argv.slice(2), process.env, write)

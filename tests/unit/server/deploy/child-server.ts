import { application } from '#server/app/application.ts'
import { startServer } from '#server/app/start.ts'
import { readConfig } from '#server/platform/config.ts'

// A server in a process of its own, on the documents of the folder in its first argument; it prints its address. It carries
// out jobs and tasks where its second argument is `jobs`.
process.env.TZ = 'Asia/Shanghai'
const [, , folder = '', work] = process.argv
const config = { ...readConfig(process.env), schemaDirs: [folder] }
const parts = work === 'jobs' ? application : { ...application, jobs: [], tasks: [] }
const { address } = await startServer(config, parts, () => undefined)
console.log(address)

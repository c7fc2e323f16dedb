/** Server of log.test.ts: logs 10 KB for each request, and stops as the product does. */
import { createListener } from '#server/platform/http/front.ts'
import { openLog } from '#server/platform/log.ts'

const { log, flush } = openLog('info')
const front = createListener('127.0.0.1', 0)
await front.listen()
front.use((_request, response) => {
  log.info('x'.repeat(10_000))
  response.end()
})
process.on('SIGTERM', async () => {
  await front.drain(1000)
  await front.close()
  await flush()
  process.exit(0)
})
console.log(`ready ${front.address}`)

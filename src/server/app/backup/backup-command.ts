import { openPlace } from '../../platform/backup/archive/archive-place.ts'
import { verifyArchive } from '../../platform/backup/archive/read-archive.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import type { Config } from '../../platform/config.ts'
import { withLinks } from '../../platform/store/with-links.ts'
import { buildPlace, listSettings, readPassphrase, readVersion } from './place.ts'
import { describeContents, formatBytes, formatSeconds } from './report.ts'

type Say = (text: string) => void

/** `npm run backup -- --to TARGET`: stores an archive of the place of the settings, and reads it again; tests choose a cheaper passphrase. */
export async function runBackup(
  config: Config,
  target: string,
  say: Say,
  workFactor?: number,
): Promise<void> {
  const start = performance.now()
  const passphrase = readPassphrase(config)
  const archive = await openPlace(config, target)
  const names = { version: readVersion(config), settings: listSettings(process.env) }
  const { bytes } = await withLinks(
    config,
    () => undefined,
    async (links) =>
      backUp(await buildPlace(config, links), archive.write, { passphrase, workFactor }, names),
  )
  say(`${target}: ${formatBytes(bytes)} written in ${formatSeconds(start)}`)
  await runVerify(config, target, say)
}

/** `npm run backup -- verify TARGET`: reads an archive to its end and compares each entry with its manifest. */
export async function runVerify(config: Config, target: string, say: Say): Promise<void> {
  const start = performance.now()
  const archive = await openPlace(config, target)
  const contents = await verifyArchive(await archive.read(), readPassphrase(config))
  say(`${target}: whole, verified in ${formatSeconds(start)}`)
  for (const line of describeContents(contents)) say(line)
}

import type { PlatformServices } from '../../platform/services.ts'
import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { seedPeople } from './people.ts'
import { seedDemo } from './seed.ts'

/** The people and records of a demonstration; nothing where the configuration does not ask for them. */
export const demoModule = defineModule<PlatformServices & RecordServices>({
  name: 'demo',
  async seed(services) {
    if (!services.config.demo) return
    await seedPeople(services.db)
    await seedDemo(services)
  },
})

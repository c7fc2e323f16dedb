import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import type { OpinionServices } from '../workflow/interface.ts'
import { seedGrants } from './grants.ts'
import { seedPeople } from './people.ts'
import { seedDemo } from './seed.ts'

/** The users and records of the demonstration; nothing unless the configuration enables it. */
export const demoModule = defineModule<PlatformServices & OpinionServices>({
  name: 'demo',
  async seed(services) {
    if (!services.config.demo) return
    await seedPeople(services.db)
    await seedGrants(services.db)
    await seedDemo(services)
  },
})

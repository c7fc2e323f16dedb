import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { MenuIconCell } from './MenuIconCell.tsx'

/** The fields of menu entries and of their data rules. */
export const permissionModule = defineClientModule({
  widgets: {
    'menu-parent': { Control: lazyControl(async () => (await import('./MenuParent.tsx')).MenuParent) },
    'menu-component': {
      Control: lazyControl(async () => (await import('./MenuComponent.tsx')).MenuComponent),
    },
    'menu-icon': {
      Control: lazyControl(async () => (await import('./MenuIcon.tsx')).MenuIcon),
      Cell: MenuIconCell,
    },
    'menu-code': { Control: lazyControl(async () => (await import('./MenuCode.tsx')).MenuCode) },
    'rule-column': { Control: lazyControl(async () => (await import('./RuleColumn.tsx')).RuleColumn) },
    'rule-sentence': { Control: lazyControl(async () => (await import('./RuleSentence.tsx')).RuleSentence) },
  },
})

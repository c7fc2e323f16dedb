import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the projects in their order, and in each the contract tests first: over all types, documents and routes they take
 * longest, and alone at the end of a run. A worker goes on to the next project while another one ends the one before.
 */
export class ContractFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * this.ctx.projects.indexOf(project) + Number(!moduleId.includes('/tests/contract/'))
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs the contract tests first: over all types, documents and routes they take longest, and alone at the end of a run. */
export class ContractFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isContract = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/contract/')
    return [...sorted.filter(isContract), ...sorted.filter((file) => !isContract(file))]
  }
}

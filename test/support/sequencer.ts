import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Takes projects in the order in which they are declared, and not in that of their names: those come first whose single files take
 * longest, so that at the end small ones fill whatever is free.
 */
export class DeclaredOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = this.ctx.projects.map(({ name }) => name)
    const place = ({ project }: TestSpecification) => names.indexOf(project.name)
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's own, which changes no list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

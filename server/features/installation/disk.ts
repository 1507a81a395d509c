import { statfs } from 'node:fs/promises'

/** Disk of the data directory, in bytes. */
export interface DiskSpace {
  free: number
  total: number
}

const GB = 2 ** 30
const LOW_SHARE = 0.1
/** Bounds of the share: a tenth of a small disk is too little for an import, that of a large one lasts for years. */
const LOW_AT_LEAST = 2 * GB
const LOW_AT_MOST = 20 * GB
/** Free space below which the next large import may fail. */
export const NEARLY_FULL = GB
/** Factor of the threshold above which a disk is no longer low, so that it does not go back and forth. */
const RECOVERED = 1.25

/** Returns the free space below which a disk is low (specification 28.7). */
export const lowBelow = (total: number): number =>
  Math.min(Math.max(total * LOW_SHARE, LOW_AT_LEAST), LOW_AT_MOST)

/**
 * Returns whether a disk is low.
 * @param wasLow whether it was low at the last check
 */
export const isDiskLow = ({ free, total }: DiskSpace, wasLow: boolean): boolean =>
  free < lowBelow(total) * (wasLow ? RECOVERED : 1)

/** Reads the disk of a folder; undefined if the folder cannot be read. */
export async function readDisk(folder: string): Promise<DiskSpace | undefined> {
  return statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => undefined,
  )
}

import { MappingSchema } from '../../import/mapping.ts'

/** JSON Schema of a mapping, for completion and validation in an editor. */
export const mappingSchema: object = MappingSchema

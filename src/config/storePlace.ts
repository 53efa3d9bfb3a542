/** The bucket of the files, and how to reach it. */
export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /** The address of a service other than Amazon’s. */
  readonly endpoint?: string
  /** The folder in the bucket, without a slash at its end; everything below it belongs to Kalends. */
  readonly prefix?: string
  /** Without them, those that the SDK finds in its environment. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Bucket in the path instead of the host name, as most services other than Amazon's want it. */
  readonly pathStyle?: boolean
}

/** Where files are kept: a folder by its absolute path, or a bucket. */
export type StorePlace = { readonly folder: string } | S3Settings

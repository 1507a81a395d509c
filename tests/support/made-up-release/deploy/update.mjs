// Stands for what root runs of a release.

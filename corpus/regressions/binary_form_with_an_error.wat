(module binary "\00asn\01\00\00\00")
